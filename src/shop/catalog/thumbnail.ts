import type { Picture } from './contract.ts'

/** What a list needs to show a picture. Null without one. */
export function thumbnailOf(picture: Picture | null) {
  if (!picture) return null
  const { src, alt, tone, width, height } = picture
  return { src, alt, tone, width, height }
}
