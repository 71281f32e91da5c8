import type { Config } from '#platform/config.server.ts'
import type { OpenProvider } from './open-provider.server.ts'
import type { OpenPolicy } from './pages.server.ts'

interface PolicyParts {
  config: Config
  provider: OpenProvider
  https: boolean
  /** Hosts other than the shop's own that pictures of products or the banner come from. */
  imageHosts(): readonly string[]
}

/** Hosts that the real provider's checkout script works with, from its own published allow list. */
const RAZORPAY = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com'],
  connect: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
  img: ['https://cdn.razorpay.com'],
}

/**
 * What each page's address allows beyond the shop's own origin (CONTRACT, Pages): the payment provider on the checkout
 * page, map tiles on the store locator, picture hosts where products or the banner can be shown, and nothing elsewhere.
 */
export function pagePolicies({ config, provider, https, imageHosts }: PolicyParts): (path: string) => OpenPolicy {
  const checkout = new URL(provider.payments.checkoutUrl).origin
  const isReal = checkout === 'https://checkout.razorpay.com'
  const tiles = config.map ? [tileOrigin(config.map.tileUrl)] : []
  return (path) => {
    if (path === '/cart-checkout-form') {
      const hosts = isReal ? RAZORPAY : { script: [checkout], frame: [checkout], connect: [checkout], img: [] }
      return { https, payment: true, ...hosts, img: [...hosts.img, ...imageHosts()] }
    }
    return { https, img: [...(path === '/nearby-store' ? tiles : []), ...imageHosts()] }
  }
}

function tileOrigin(template: string): string {
  return new URL(template.replace(/\{\w+\}/g, '0')).origin
}
