import { join } from 'node:path'
import { renditionsFolder } from '#platform/pictures/picture-stores.server.ts'
import { createPictures } from '#platform/pictures/pictures.server.ts'
import { isPhotoPublic } from '#shop/reviews/photos-sql.server.ts'
import type { OpenShop } from './open-shop.server.ts'

/** Serves the shop's pictures: those of its folder, then the bundled ones. A bucket is only asked for the others. */
export function createShopPictures({ shop, config, root }: OpenShop): ReturnType<typeof createPictures> {
  const { root: own } = shop.pictures
  const bundled = { folder: join(root, 'catalogue/pictures') }
  return createPictures({
    roots: own.fetch ? [bundled, own] : [own, bundled],
    cacheDir: renditionsFolder(config.dataDir),
    isUploadShown: (id) => isPhotoPublic(shop.db, id),
    log: shop.log,
  })
}
