import { join } from 'node:path'
import { createPictures, type PictureLog } from '#platform/pictures/pictures.server.ts'
import { isPhotoPublic } from '#shop/reviews/photos-sql.server.ts'
import type { Shop } from '#shop/shop.server.ts'

type Options = { db: Shop['db']; dataDir: string; root: string; log: PictureLog }

/** Serves the shop's pictures: those of the data folder, then the bundled ones. */
export function createShopPictures({ db, dataDir, root, log }: Options): ReturnType<typeof createPictures> {
  return createPictures({
    roots: [join(dataDir, 'pictures'), join(root, 'catalogue/pictures')],
    cacheDir: join(dataDir, 'renditions'),
    isUploadShown: (id) => isPhotoPublic(db, id),
    log,
  })
}
