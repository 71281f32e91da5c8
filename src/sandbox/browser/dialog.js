/* The script of the dialog's frame: it shows the steps of a payment and sends messages to the shop's page. */
;(() => {
  const byId = (id) => document.getElementById(id)
  const sections = document.querySelectorAll('main > section')
  const payForm = byId('pay-form')
  let shopOrigin = null
  let options = null
  let paymentId = null
  let isFinished = false
  let isPaying = false

  const send = (message) => {
    if (shopOrigin) window.parent.postMessage({ sandbox: 'dialog', ...message }, shopOrigin)
  }

  /* Not while a payment is sent: after a dismissal the shop's page would not learn that the payment succeeds. */
  const dismiss = (reason) => {
    if (isPaying) return
    if (!isFinished) send({ type: 'dismiss', reason })
    isFinished = true
  }

  /* Sets the text of the elements with data-show=NAME. */
  const fill = (texts) => {
    for (const [name, text] of Object.entries(texts))
      for (const element of document.querySelectorAll(`[data-show="${name}"]`)) element.textContent = text
  }

  const showStep = (id) => {
    for (const section of sections) section.hidden = section.id !== id
    byId(id).querySelector('h1').focus({ preventScroll: true })
  }

  const showEnd = ({ mark = '', title, text, reason = '', again = false, back = true }) => {
    byId('mark').className = `mark ${mark}`
    byId('mark').textContent = { good: '✓', bad: '!' }[mark] ?? '–'
    byId('again').hidden = !again
    byId('back').hidden = !back
    fill({ title, text, reason })
    showStep('end')
  }

  const showRefusal = (text) => showEnd({ title: 'Payment not open', text })

  let busy = false
  /* Ignored while a request is running: a second press would be a second payment. */
  const post = async (path, body, then) => {
    if (busy || isFinished) return
    busy = true
    isPaying = path !== 'open'
    try {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`/checkout/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      then(await response.json())
    } catch {
      showRefusal('The payment could not be made. Close it and try again.')
    } finally {
      busy = false
      isPaying = false
    }
  }

  const showProblem = (error) => {
    for (const field of payForm.elements) {
      field.removeAttribute('aria-invalid')
      field.removeAttribute('aria-describedby')
    }
    const wrong = error && payForm.elements[error.field]
    wrong?.setAttribute('aria-invalid', 'true')
    wrong?.setAttribute('aria-describedby', 'problem')
    wrong?.focus()
    byId('problem').hidden = !error
    byId('problem').textContent = error?.description ?? ''
  }

  const showOutcome = ({ outcome, error, ...response }) => {
    if (outcome === 'failed') {
      send({ type: 'failed', error })
      const { description: text, reason } = error
      return showEnd({ mark: 'bad', title: 'Payment failed', text, reason, again: true })
    }
    isFinished = true
    const reported = Boolean(response.razorpay_signature)
    const text = reported
      ? 'Going back to the shop…'
      : 'Scenario: the shop’s page never learns of it. Close the browser.'
    showEnd({ mark: 'good', title: 'Payment successful', text, back: false })
    // Gives time to read it, also for screen readers.
    if (reported) setTimeout(() => send({ type: 'paid', response }), 700)
  }

  const showChoice = () => {
    showProblem(null)
    showStep('choose')
  }

  payForm.addEventListener('submit', (event) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(payForm))
    post('pay', { ...fields, order_id: options.order_id }, (response) => {
      if (response.outcome) showOutcome(response)
      else if (response.error?.field) showProblem(response.error)
      else if (response.error) showRefusal(response.error.description)
      else {
        paymentId = response.payment_id
        fill({ instrument: response.paid_with })
        showStep('bank')
      }
    })
  })

  payForm.addEventListener('change', ({ target }) => {
    if (target.name === 'method') showProblem(null)
  })

  byId('bank-form').addEventListener('submit', (event) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.target, event.submitter))
    post('bank', { ...fields, payment_id: paymentId }, (response) => {
      if (response.outcome) showOutcome(response)
      else showRefusal(response.error.description)
    })
  })

  const set = (id, value) => {
    byId(id).value = value
    byId('pay').focus()
  }
  document.addEventListener('click', ({ target }) => {
    const { card, vpa } = target.closest('button')?.dataset ?? {}
    if (vpa) set('vpa', vpa)
    if (!card) return
    set('number', card.replace(/(\d{4})(?=\d)/g, '$1 '))
    set('expiry', `12/${String(new Date().getFullYear() + 5).slice(2)}`)
    set('cvv', '123')
    set('holder', byId('holder').value || 'Test Shopper')
  })
  byId('again').addEventListener('click', showChoice)
  byId('back').addEventListener('click', () => dismiss())
  byId('close').addEventListener('click', () => dismiss())
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    dismiss()
  })

  const countDown = (deadline) => {
    const seconds = Math.max(0, Math.ceil((deadline - Date.now()) / 1000))
    if (seconds === 0 && !isPaying) return dismiss('timeout')
    fill({ left: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left` })
    setTimeout(countDown, 1000 - (Date.now() % 1000), deadline)
  }

  const open = ({ key, order_id, amount, currency, name, holder, method, timeout, color, scheme }) => {
    const { style } = document.documentElement
    if (scheme === 'light' || scheme === 'dark') style.colorScheme = scheme
    if (color) style.setProperty('--shop', color)
    const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency })
    fill({ shop: name || 'Test shop', sum: money.format(amount / 100) })
    byId('holder').value = holder ?? ''
    for (const way of document.getElementsByName('method')) if (way.value === method) way.checked = true
    if (timeout) countDown(Date.now() + timeout * 1000)
    post('open', { key, order_id, amount, currency }, ({ error }) => {
      if (error) showRefusal(error.description)
      else showChoice()
    })
  }

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || data?.sandbox !== 'shop') return
    if (data.type === 'close' && origin === shopOrigin) dismiss()
    if (data.type !== 'open' || options) return
    shopOrigin = origin
    options = data
    open(data)
  })

  // Shown only now that all listeners are attached.
  document.body.hidden = false
  // To any origin, because the parent's is not known yet; the message contains no secret.
  if (window.parent !== window) window.parent.postMessage({ sandbox: 'dialog', type: 'ready' }, '*')
})()
