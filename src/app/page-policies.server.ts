import type { Config } from '#platform/config.server.ts'
import type { PagePolicy } from '#platform/http/security-headers.server.ts'
import type { RunningProvider } from './payment-provider.server.ts'

/** The hosts that Razorpay's checkout script needs, from its published allow list. */
const RAZORPAY = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com'],
  connect: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
  img: ['https://cdn.razorpay.com'],
}

const NO_PROVIDER = { script: [], frame: [], connect: [], img: [] }

/**
 * What each page may load beyond the shop's own origin (CONTRACT, Pages): pictures of products and the banner, the payment
 * provider on the pages that take payments, and map tiles on the store locator. `imageHosts`: external hosts of pictures of products or the banner.
 */
export function pagePolicies(
  { https, map }: Config,
  { payments }: RunningProvider,
  imageHosts: () => readonly string[],
): (path: string) => PagePolicy {
  const hosts = payments.mode === 'none' ? NO_PROVIDER : hostsOf(new URL(payments.checkoutUrl).origin)
  const tiles = map ? [tileOrigin(map.tileUrl)] : []
  return (path) => {
    if (path === '/cart-checkout-form' || path.startsWith('/pay/')) {
      return { https, payment: true, ...hosts, img: [...hosts.img, ...imageHosts()] }
    }
    const secret = path.startsWith('/wishlist/')
    return { https, secret, img: [...(path === '/nearby-store' ? tiles : []), ...imageHosts()] }
  }
}

function hostsOf(checkout: string) {
  if (checkout === 'https://checkout.razorpay.com') return RAZORPAY
  return { script: [checkout], frame: [checkout], connect: [checkout], img: [] }
}

function tileOrigin(template: string): string {
  return new URL(template.replace(/\{\w+\}/g, '0')).origin
}
