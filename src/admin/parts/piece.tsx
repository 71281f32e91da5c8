/** What a piece is: its name, then what tells it from others. */
export function PieceText({ piece }: { piece: { name: string; color: string; size: string; sku: string } }) {
  const { name, color, size, sku } = piece
  return (
    <>
      <span className="text-sm">{name}</span>
      <span className="text-sm font-bold">
        {color}, {size}
      </span>
      <span className="text-xs text-ink-3">{sku}</span>
    </>
  )
}
