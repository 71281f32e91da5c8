import { html } from 'hono/html'
import { TEST_CARDS, UPI_FAILURE, UPI_SUCCESS } from './test-cards.ts'

const groupDigits = (digits: string) => digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

const otherCards = TEST_CARDS.map(
  ({ number, network, label }) =>
    html`<li><button type="button" data-card="${number}"><span class="digits">${groupDigits(number)}</span><span class="hint">${network}, ${label}</span></button></li>`,
)

/**
 * The dialog's page has a section for each step; the script shows one at a time. The body is hidden until the script
 * runs, so that no click is lost.
 */
export const checkoutPage = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment sandbox</title>
<link rel="stylesheet" href="/checkout/dialog.css">
<script src="/checkout/dialog.js" defer></script>
</head>
<body hidden>
<header>
  <div class="who"><p class="provider">Payment sandbox</p><p class="shop" data-show="shop">Payment</p></div>
  <p class="sum" data-show="sum"></p>
  <button type="button" class="close" id="close" aria-label="Close payment"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg></button>
</header>
<main>
<section id="opening" class="end"><p>Opening the payment…</p></section>
<section id="choose" hidden>
  <h1 tabindex="-1">Choose how to pay</h1>
  <form id="pay-form" novalidate>
    <fieldset class="tabs" aria-label="Payment methods"><label><input type="radio" name="method" value="card" checked>Card</label><label><input type="radio" name="method" value="upi">UPI</label></fieldset>
    <p class="problem" id="problem" role="alert" hidden></p>
    <div class="fields" data-method="card">
      <button type="button" class="fill" data-card="${TEST_CARDS[0]?.number}">Use test card</button>
      <div class="field"><label for="number">Card number</label><input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="23"></div>
      <div class="pair">
        <div class="field"><label for="expiry">Expiry (MM/YY)</label><input id="expiry" name="expiry" inputmode="numeric" autocomplete="off" maxlength="7"></div>
        <div class="field"><label for="cvv">CVV</label><input id="cvv" name="cvv" inputmode="numeric" autocomplete="off" maxlength="4"></div>
      </div>
      <div class="field"><label for="holder">Name on card</label><input id="holder" name="holder" autocomplete="off" maxlength="80"></div>
    </div>
    <div class="fields" data-method="upi">
      <div class="field"><label for="vpa">UPI ID</label><input id="vpa" name="vpa" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="60"></div>
      <div class="row"><button type="button" class="quiet" data-vpa="${UPI_SUCCESS}">${UPI_SUCCESS}</button><button type="button" class="quiet" data-vpa="${UPI_FAILURE}">${UPI_FAILURE}</button></div>
    </div>
    <button class="main" id="pay">Pay <span data-show="sum"></span></button>
  </form>
  <details data-method="card"><summary>Other test cards</summary><ul>${otherCards}</ul></details>
</section>
<section id="bank" hidden>
  <p class="badge">Mock bank</p>
  <h1 tabindex="-1">Confirm the payment</h1>
  <dl><div><dt>To</dt><dd data-show="shop"></dd></div><div><dt>Amount</dt><dd data-show="sum"></dd></div><div><dt>With</dt><dd data-show="instrument"></dd></div></dl>
  <form id="bank-form" novalidate>
    <div class="field"><label for="otp">OTP</label><input id="otp" name="otp" inputmode="numeric" autocomplete="off" maxlength="10" value="123456" aria-describedby="otp-hint"><p class="hint" id="otp-hint">Any 4 to 10 digits pass; fewer fail.</p></div>
    <button class="main good" name="result" value="success">Success</button>
    <button class="quiet bad" name="result" value="failure">Failure</button>
  </form>
</section>
<section id="end" hidden>
  <div class="end"><span class="mark" id="mark" aria-hidden="true"></span><h1 tabindex="-1" data-show="title"></h1><p data-show="text"></p><p class="hint" data-show="reason"></p></div>
  <button type="button" class="main" id="again">Try again</button>
  <button type="button" class="quiet" id="back">Back to the shop</button>
</section>
</main>
<footer><p>Test payments, no money moves</p><p class="time-left" data-show="left"></p></footer>
</body>
</html>`
