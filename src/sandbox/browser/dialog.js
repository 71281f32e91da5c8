/* The dialog's side: opens the session, fills in test data, talks to the shop's page that framed it. */
;(() => {
  const data = JSON.parse(document.getElementById('page-data').textContent)
  const framed = window.parent !== window
  let parentOrigin = data.parentOrigin
  let over = false

  const tell = (message) => {
    if (framed && parentOrigin) window.parent.postMessage({ sandbox: 'dialog', ...message }, parentOrigin)
  }

  const leave = (reason) => {
    if (over) return
    over = true
    tell({ type: 'dismiss', ...(reason === undefined ? {} : { reason }) })
  }

  const confirmBox = document.getElementById('confirm')
  const askToClose = () => {
    if (confirmBox.open) confirmBox.close()
    else if (data.confirmClose) confirmBox.showModal()
    else leave()
  }
  document.getElementById('confirm-stay').addEventListener('click', () => confirmBox.close())
  document.getElementById('confirm-leave').addEventListener('click', () => leave())
  document.getElementById('close').addEventListener('click', askToClose)
  for (const button of document.querySelectorAll('[data-leave]')) button.addEventListener('click', () => leave())
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || confirmBox.open) return
    event.preventDefault()
    if (data.escape) askToClose()
  })

  const set = (id, value) => {
    const field = document.getElementById(id)
    if (field && (id !== 'holder' || field.value === '')) field.value = value
  }
  const nextYear = String((new Date().getFullYear() + 5) % 100)
  for (const button of document.querySelectorAll('[data-fill]')) {
    button.addEventListener('click', () => {
      set('number', button.dataset.fill.replace(/(\d{4})(?=\d)/g, '$1 '))
      set('expiry', `12/${nextYear}`)
      set('cvv', '123')
      set('holder', 'Test Shopper')
      document.querySelector('form .main').focus()
    })
  }
  for (const button of document.querySelectorAll('[data-vpa]')) {
    button.addEventListener('click', () => {
      set('vpa', button.dataset.vpa)
      document.querySelector('form .main').focus()
    })
  }

  /* A second press while the first is on its way would be a second attempt. */
  for (const form of document.forms) {
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) event.preventDefault()
      form.dataset.sent = 'yes'
    })
  }

  const left = document.getElementById('left')
  const countDown = () => {
    const seconds = Math.ceil((data.deadline - Date.now()) / 1000)
    if (seconds <= 0) return leave('timeout')
    left.hidden = false
    left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`
    setTimeout(countDown, 1000 - (Date.now() % 1000))
  }

  const showRefusal = (sentence) => {
    document.getElementById('loading').textContent = sentence
    document.getElementById('loading').setAttribute('role', 'alert')
    for (const id of ['refused-mark', 'refused-leave']) document.getElementById(id).hidden = false
    document.getElementById('refused-leave').focus({ preventScroll: true })
    reportSize()
  }

  const openSession = async (options) => {
    const body = JSON.stringify({ ...options, parent_origin: parentOrigin })
    const headers = { 'content-type': 'application/json' }
    try {
      const answer = await fetch('/checkout/sessions', { method: 'POST', headers, body })
      const { url, error } = await answer.json()
      if (url) location.replace(url)
      else showRefusal(error)
    } catch {
      showRefusal('The payment could not be opened. Close it and try again.')
    }
  }

  /* The sheet fills its window, so its own height says nothing: what the parts need is added up. */
  const reportSize = () => {
    const main = document.querySelector('main')
    const shown = [...main.children].filter((part) => part.getClientRects().length > 0)
    const end = (shown.at(-1) ?? main).getBoundingClientRect().bottom - main.getBoundingClientRect().top
    const bars = document.querySelector('header').offsetHeight + document.querySelector('footer').offsetHeight
    tell({ type: 'size', height: Math.ceil(bars + end + 20) })
  }

  addEventListener('message', (event) => {
    if (event.source !== window.parent || event.data?.sandbox !== 'shop') return
    if (parentOrigin && event.origin !== parentOrigin) return
    if (event.data.type === 'ask_close') askToClose()
    if (event.data.type === 'options' && document.getElementById('opening')) {
      parentOrigin = event.origin
      openSession(event.data.options)
    }
  })

  // All that can be pressed does something from here on: now it may be seen.
  document.body.hidden = false

  if (document.getElementById('opening')) {
    // Nothing secret in it: who framed us is not known yet.
    if (framed) window.parent.postMessage({ sandbox: 'dialog', type: 'ready' }, '*')
    return
  }
  if (data.color) document.documentElement.style.setProperty('--shop', data.color)
  document.querySelector('[aria-invalid="true"], [data-focus]')?.focus({ preventScroll: true })
  if (data.deadline) countDown()
  const observer = new ResizeObserver(reportSize)
  for (const part of document.querySelector('main').children) observer.observe(part)
  const { message } = data
  if (message?.type === 'dismiss') leave(message.reason)
  else if (message?.type === 'paid' || message?.final) {
    // Long enough to be read, and to be read out.
    over = true
    setTimeout(() => tell(message), message.type === 'paid' ? 700 : 0)
  } else if (message) tell(message)
})()
