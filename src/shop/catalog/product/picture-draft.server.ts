import { z } from 'zod'
import { filterValue, shortText } from './fields.server.ts'

const PERCENT = 'must be per cent, from 0 to 100'
const percent = z.number({ error: PERCENT }).min(0, PERCENT).max(100, PERCENT)

const FILE = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** A picture of an import file or a form: `file` is relative to the import file's folder, `src` is a URL elsewhere. */
export const pictureDraft = z
  .object({
    file: z.string().max(200).regex(FILE, 'must be a file below the import file, without .. in its path').optional(),
    src: z
      .string()
      .max(2000)
      .refine(isWebUrl, 'must be an https address')
      .transform((url) => new URL(url).href)
      .optional(),
    color: filterValue(40).default(''),
    view: shortText({ max: 40 }).default('front'),
    alt: shortText({ max: 500 }).default(''),
    width: z.int().min(1).max(20_000).optional(),
    height: z.int().min(1).max(20_000).optional(),
    tone: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #d7d0c3')
      .optional(),
    /** The colour of the garment, for the swatch of the picture's colour. */
    swatch: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #2b2f77')
      .optional(),
    /** What stays in view if it's cropped, in per cent from the left and from the top; the middle if it's missing. */
    focus: z.object({ x: percent, y: percent }).optional(),
    hash: z
      .string()
      .regex(/^[A-Za-z0-9]{1,64}$/, 'must be letters and digits')
      .optional(),
  })
  .refine((one) => (one.file === undefined) !== (one.src === undefined), 'needs either file or src')

/** A picture as given in a line, before its size and hash are known. */
export type PictureDraft = z.output<typeof pictureDraft>

/** An http or https URL without user and password. */
function isWebUrl(text: string): boolean {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  return url?.username === '' && url.password === ''
}
