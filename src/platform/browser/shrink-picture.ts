/**
 * A picture as a JPEG of at most `maxSide` pixels a side, or null if the browser can't draw or encode it. Closes the bitmap.
 * What is transparent is white, as on the server: an unpainted canvas is transparent black, and JPEG leaves the black.
 */
export async function shrinkPicture(
  image: ImageBitmap,
  { maxSide, quality }: { maxSide: number; quality: number },
): Promise<Blob | null> {
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  const context = canvas.getContext('2d')
  if (context === null || isFalsified(context)) return null
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/**
 * True if the browser falsifies what is read from a canvas, against fingerprinting (Tor, Firefox's
 * resistFingerprinting), which would make the picture blank or noise. Invisible differences, as in Brave, don't count.
 */
function isFalsified(context: CanvasRenderingContext2D): boolean {
  context.fillStyle = 'rgb(64 128 192)'
  context.fillRect(0, 0, 1, 1)
  const { data } = context.getImageData(0, 0, 1, 1)
  return [64, 128, 192].some((value, channel) => Math.abs(value - (data[channel] ?? 0)) > 4)
}
