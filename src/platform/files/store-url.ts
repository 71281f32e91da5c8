/** Where a bucket is. Contains no secret. */
export interface BucketAddress {
  bucket: string
  /** Without slashes at its ends; may be empty. */
  prefix: string
  /** A URL without the bucket. */
  endpoint: string
  region: string
}

/** Amazon's regions, such as `ap-south-1` and `us-gov-west-1`. Without an endpoint, the bucket is Amazon's. */
const AMAZON_REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^[\w.-]+(?:\/[\w.-]+)*$/

/**
 * Parses `s3://BUCKET[/PREFIX]?endpoint=…&region=…`. A string says what is wrong with it; it follows the name of the
 * setting and a colon.
 */
export function parseBucketUrl(text: string): BucketAddress | string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 's3:') return 'must be an s3:// URL, such as s3://my-bucket?region=ap-south-1'
  if (url.username || url.password) return 'must not hold keys; set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
  const bucket = url.hostname
  if (!BUCKET.test(bucket)) return 'must name a bucket: 3 to 63 small letters, digits, dots and hyphens'
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  if (prefix && (!PREFIX.test(prefix) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(prefix)))
    return 'must have a prefix of letters, digits, dots, hyphens and underscores'
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region')
  if (unknown !== undefined) return `has ${unknown}, but only endpoint and region are known`
  const endpoint = url.searchParams.get('endpoint')
  const region = url.searchParams.get('region')
  if (endpoint === null) {
    if (region === null || !AMAZON_REGION.test(region))
      return 'must have the endpoint of the store, or Amazon’s region (region=ap-south-1)'
    const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
    return { bucket, prefix, endpoint: `https://s3.${region}.${domain}`, region }
  }
  if (!isWebUrl(endpoint)) return 'must have an http:// or https:// URL as endpoint'
  return { bucket, prefix, endpoint: endpoint.replace(/\/+$/, ''), region: region ?? 'us-east-1' }
}

function isWebUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
}
