/** Where the device keeps the products that were viewed on it. */
export const VIEWED_KEY = 'recentlyViewed'

/**
 * Runs in the head: `<html data-viewed>` if another product than the page's was viewed on this device. Styles then hold
 * the place of the row with it from the first paint.
 */
export const VIEWED_SCRIPT = `try {
JSON.parse(localStorage.getItem("${VIEWED_KEY}")).some(({ _id }) => !location.pathname.endsWith("/" + _id)) &&
document.documentElement.setAttribute("data-viewed", "")
} catch {}`
