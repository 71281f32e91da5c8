/** A picture that waits on this device, in IndexedDB: it outlasts a closed tab. */
export interface StoredUpload {
  id: string
  productId: string
  color: string
  file: File
  /** Who chose it: somebody else doesn't send it. */
  staffId: string
  /** When it was chosen, in ms; those chosen at once follow each other. */
  at: number
}

const NAME = 'staff-uploads'
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** Keeps a picture until `forgetUpload`. A browser that stores nothing keeps it in memory alone. */
export async function keepUpload(upload: StoredUpload): Promise<void> {
  await run('readwrite', (store) => store.put(upload))
}

export async function forgetUpload(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id))
}

/** Forgets all of them: whoever signs out leaves nothing on the device. */
export async function forgetUploads(): Promise<void> {
  await run('readwrite', (store) => store.clear())
}

/** The pictures of a product that somebody left here, in the order in which they were chosen; those of a week ago are forgotten. */
export async function readStoredUploads(productId: string, staffId: string): Promise<StoredUpload[]> {
  // Safe cast: this module alone writes the store.
  const all = ((await run('readonly', (store) => store.getAll())) ?? []) as StoredUpload[]
  const isOld = ({ at }: StoredUpload) => at < Date.now() - WEEK_MS
  for (const { id } of all.filter(isOld)) await forgetUpload(id)
  return all
    .filter((one) => !isOld(one) && one.productId === productId && one.staffId === staffId)
    .toSorted((one, other) => one.at - other.at)
}

/** The result of one request; undefined if the browser blocks its storage or has no room. */
async function run<T>(
  mode: IDBTransactionMode,
  make: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(NAME, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(NAME, { keyPath: 'id' })
    const database = await resultOf(opening)
    try {
      return await resultOf(make(database.transaction(NAME, mode).objectStore(NAME)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
