/*
 * The sandbox's checkout script: `new Razorpay(options).open()`, as the real provider's.
 * It runs on the shop's page under the shop's policy: it makes one <dialog> with one <iframe> on the sandbox's
 * origin and styles both through the CSSOM only. Messages count only from that frame and that origin.
 */
;(() => {
  const origin = new URL(document.currentScript.src).origin
  const SMALL = '(max-width: 480px)'

  const style = (element, rules) => {
    for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value)
  }

  const schemeOf = () => {
    const wanted = getComputedStyle(document.documentElement).colorScheme
    return wanted === 'dark' || wanted === 'light' ? wanted : ''
  }

  const wordsOf = (source, names) => Object.fromEntries(names.map((name) => [name, String(source?.[name] ?? '')]))

  const openingOf = (options) => ({
    key: String(options.key ?? ''),
    order_id: String(options.order_id ?? ''),
    ...(options.amount === undefined ? {} : { amount: Number(options.amount) }),
    ...(options.currency === undefined ? {} : { currency: String(options.currency) }),
    ...wordsOf(options, ['name', 'description']),
    prefill: wordsOf(options.prefill, ['name', 'email', 'contact', 'method']),
    escape: options.modal?.escape !== false,
    confirm_close: options.modal?.confirm_close === true,
    retry: options.retry !== false && options.retry?.enabled !== false,
    ...(Number(options.timeout) > 0 ? { timeout: Number(options.timeout) } : {}),
    color: String(options.theme?.color ?? ''),
    scheme: schemeOf(),
  })

  class Razorpay {
    #options
    #listeners = new Map()
    #dialog = null
    #frame = null
    /* One list, so that what was added can be taken away again. */
    #phone = matchMedia(SMALL)
    #before = null
    #settled = false

    constructor(options) {
      if (!options || typeof options !== 'object') throw new Error('Razorpay: options are missing')
      if (!options.key) throw new Error('Razorpay: the option key is missing')
      this.#options = options
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
      return this
    }

    open() {
      if (this.#dialog) return this
      this.#before = document.activeElement
      this.#settled = false
      this.#build()
      addEventListener('message', this.#onMessage)
      this.#dialog.showModal()
      this.#frame.focus()
      return this
    }

    close() {
      if (!this.#dialog) return
      removeEventListener('message', this.#onMessage)
      this.#phone.removeEventListener('change', this.#place)
      this.#dialog.close()
      this.#dialog.remove()
      this.#dialog = null
      this.#frame = null
      if (this.#before instanceof HTMLElement) this.#before.focus()
    }

    #build() {
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', 'Payment')
      const frame = document.createElement('iframe')
      frame.title = 'Payment'
      frame.src = `${origin}/checkout/frame`
      dialog.append(frame)
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        if (this.#options.modal?.escape !== false) this.#askToClose()
      })
      dialog.addEventListener('click', (event) => {
        if (event.target === dialog && this.#options.modal?.backdropclose === true) this.#askToClose()
      })
      this.#dialog = dialog
      this.#frame = frame
      this.#place()
      this.#phone.addEventListener('change', this.#place)
      document.body.append(dialog)
    }

    /* The dialog is the whole window and darkens the shop; the frame is the card (the whole window on a phone). */
    #place = () => {
      if (!this.#dialog) return
      const backdrop = this.#options.theme?.backdrop_color || 'rgb(20 19 15 / .6)'
      const small = this.#phone.matches
      style(this.#dialog, {
        display: 'grid',
        'place-items': 'center',
        position: 'fixed',
        inset: '0',
        margin: '0',
        padding: '0',
        border: '0',
        width: '100%',
        height: '100%',
        'max-width': 'none',
        'max-height': 'none',
        overflow: 'hidden',
        background: backdrop,
        'z-index': '2147483647',
        'color-scheme': 'normal',
        outline: 'none',
      })
      style(this.#frame, {
        display: 'block',
        border: '0',
        width: small ? '100%' : '420px',
        'max-width': '100%',
        height: small ? '100%' : this.#frame.style.height && !small ? this.#frame.style.height : '560px',
        'max-height': small ? '100%' : 'calc(100% - 32px)',
        'border-radius': small ? '0' : '8px',
        'box-shadow': small ? 'none' : '0 24px 64px rgb(0 0 0 / .35)',
        'color-scheme': 'normal',
      })
    }

    #send(message) {
      this.#frame?.contentWindow?.postMessage({ sandbox: 'shop', ...message }, origin)
    }

    #askToClose() {
      this.#send({ type: 'ask_close' })
      // A frame that never came up cannot answer.
      if (!this.#frame.dataset.ready) this.#dismiss()
    }

    #dismiss(reason) {
      if (this.#settled) return
      this.#settled = true
      this.close()
      const { ondismiss } = this.#options.modal ?? {}
      if (typeof ondismiss === 'function') reason === undefined ? ondismiss() : ondismiss(reason)
    }

    #onMessage = (event) => {
      if (event.origin !== origin || event.source !== this.#frame?.contentWindow) return
      const message = event.data
      if (message?.sandbox !== 'dialog') return
      if (message.type === 'ready') {
        this.#frame.dataset.ready = 'yes'
        this.#send({ type: 'options', options: openingOf(this.#options) })
      } else if (message.type === 'size') this.#resize(message.height)
      else if (message.type === 'paid') this.#paid(message.answer)
      else if (message.type === 'failed') this.#failed(message)
      else if (message.type === 'dismiss') this.#dismiss(message.reason)
    }

    #resize(height) {
      if (this.#phone.matches || !Number.isFinite(height)) return
      style(this.#frame, { height: `${Math.min(Math.max(height, 240), 760)}px` })
    }

    #paid(answer) {
      if (this.#settled) return
      this.#settled = true
      this.close()
      if (typeof this.#options.handler === 'function') this.#options.handler({ ...answer })
    }

    #failed(message) {
      for (const listener of this.#listeners.get('payment.failed') ?? []) listener({ error: message.error })
      if (message.final) this.#dismiss()
    }
  }

  window.Razorpay = Razorpay
})()
