/*
 * The sandbox's checkout script: `new Razorpay(options).open()`, as the real provider's. It runs on the shop's page, whose
 * policy allows no inline styles, so it adds a constructed style sheet. It accepts messages only from its own frame.
 */
;(() => {
  const origin = new URL(document.currentScript.src).origin

  /* The dialog covers the window and dims the shop; the frame in it is a card, or the whole window on a phone.
     Its height is fixed: a frame that grows with its content would move the buttons under the pointer. */
  const styles = new CSSStyleSheet()
  styles.replaceSync(`
    dialog.sandbox-payment {
      display: grid; place-items: center; position: fixed; inset: 0; width: 100%; height: 100%; max-width: none;
      max-height: none; margin: 0; padding: 0; border: 0; overflow: hidden; outline: none;
      background: rgb(20 19 15 / .6); color-scheme: normal;
    }
    dialog.sandbox-payment > iframe {
      display: block; width: 420px; max-width: 100%; height: 640px; max-height: calc(100% - 32px); border: 0;
      border-radius: 8px; box-shadow: 0 24px 64px rgb(0 0 0 / .35); color-scheme: normal;
    }
    @media (max-width: 480px) {
      dialog.sandbox-payment > iframe {
        width: 100%; height: 100%; max-height: none; border-radius: 0; box-shadow: none;
      }
    }`)
  document.adoptedStyleSheets.push(styles)

  class Razorpay {
    #options
    #onFailed = []
    #dialog = null
    #frame = null
    #ready = false

    constructor(options) {
      if (!options?.key) throw new Error('Razorpay: the option key is missing')
      this.#options = options
    }

    on(event, listener) {
      if (event === 'payment.failed') this.#onFailed.push(listener)
      return this
    }

    open() {
      if (this.#dialog) return
      this.#frame = document.createElement('iframe')
      this.#frame.title = 'Payment'
      this.#frame.src = `${origin}/checkout/frame`
      this.#dialog = document.createElement('dialog')
      this.#dialog.className = 'sandbox-payment'
      this.#dialog.setAttribute('aria-label', 'Payment')
      this.#dialog.append(this.#frame)
      this.#dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        // Only the frame knows whether a payment was just made; a frame that failed to load cannot reply.
        if (this.#ready) this.#send({ type: 'close' })
        else this.#dismiss()
      })
      document.body.append(this.#dialog)
      addEventListener('message', this.#onMessage)
      this.#ready = false
      this.#dialog.showModal()
      this.#frame.focus()
    }

    close() {
      removeEventListener('message', this.#onMessage)
      // Closing restores the focus.
      this.#dialog?.close()
      this.#dialog?.remove()
      this.#dialog = null
    }

    #send(message) {
      this.#frame.contentWindow?.postMessage({ sandbox: 'shop', ...message }, origin)
    }

    #dismiss(reason) {
      this.close()
      this.#options.modal?.ondismiss?.(reason)
    }

    #onMessage = ({ origin: sender, source, data }) => {
      if (sender !== origin || source !== this.#frame.contentWindow || data?.sandbox !== 'dialog') return
      if (data.type === 'ready') this.#sendOptions()
      else if (data.type === 'failed') for (const listener of this.#onFailed) listener({ error: data.error })
      else if (data.type === 'dismiss') this.#dismiss(data.reason)
      else if (data.type === 'paid') {
        this.close()
        this.#options.handler?.(data.response)
      }
    }

    #sendOptions() {
      this.#ready = true
      const { prefill, theme, key, order_id, amount, currency, name, timeout } = this.#options
      const payment = { key, order_id, amount, currency, name, timeout }
      const look = { color: theme?.color, scheme: getComputedStyle(document.documentElement).colorScheme }
      this.#send({ type: 'open', ...payment, holder: prefill?.name, method: prefill?.method, ...look })
    }
  }

  window.Razorpay = Razorpay
})()
