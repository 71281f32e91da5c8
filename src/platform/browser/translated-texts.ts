/**
 * Keeps React working on a page that the browser translates. A translation replaces text nodes by `<font>` elements
 * behind React's back: React would throw when it removes such a text or inserts something before it, and its later
 * changes of the text would be invisible.
 */
export function followTranslations(): void {
  /** What is shown in place of a text that React still holds. */
  const shown = new WeakMap<Node, Element>()
  const taken = new WeakSet<Element>()
  let isPatched = false
  const patch = () => {
    if (!isPatched) patchNodes(placeOf)
    isPatched = true
  }

  const texts = new MutationObserver((records) => {
    for (const { target } of records) restore(target)
  })
  const tree = new MutationObserver((records) => {
    for (const record of records)
      for (const removed of record.removedNodes) {
        const replacement = removed instanceof Text ? replacementIn(record) : undefined
        if (replacement === undefined) continue
        patch()
        // Some translations move the text into their element instead.
        if (removed.isConnected) continue
        shown.set(removed, replacement)
        taken.add(replacement)
        texts.observe(removed, { characterData: true })
      }
  })
  tree.observe(document.documentElement, { childList: true, subtree: true })
  // No page of the shop has one: a translation came first, and which texts it replaced is unknown.
  if (document.querySelector('font') !== null) patch()

  function replacementIn({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined {
    return [...addedNodes, previousSibling, nextSibling].find(
      (node): node is Element => node instanceof Element && node.localName === 'font' && !taken.has(node),
    )
  }

  /** Shows React's own text again once it has changed; the browser translates it anew. */
  function restore(text: Node): void {
    const replacement = shown.get(text)
    if (text instanceof Text && replacement?.isConnected) replacement.replaceWith(text)
    shown.delete(text)
  }

  /** The child of `parent` that stands for a node. Null if there is none. */
  function placeOf(node: Node, parent: Node): Node | null {
    let place: Node | null = node.isConnected ? node : (shown.get(node) ?? null)
    while (place !== null && place.parentNode !== parent) place = place.parentNode
    return place
  }
}

function patchNodes(placeOf: (node: Node, parent: Node) => Node | null): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    const place = placeOf(child, this)
    if (place !== null) removeChild.call(this, place)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    insertBefore.call(this, node, before && placeOf(before, this))
    return node
  }
}
