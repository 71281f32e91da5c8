declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http'

  interface Context {
    method: string
    url: string
    status: number
  }

  /** What the tests use of it; the package has no types. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      vhostBuckets: boolean
      configureBuckets: { name: string }[]
    })
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    httpServer: Server
    run(): Promise<unknown>
  }
}
