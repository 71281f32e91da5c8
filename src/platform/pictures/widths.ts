/** The widths of renditions in pixels; the two largest are for the hero. */
export const PICTURE_WIDTHS = [180, 360, 540, 720, 1080, 1440, 2160] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]
