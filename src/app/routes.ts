import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** The nineteen routes of SPEC section 2, spelt as there, the other policies, links to pay and to wishlists, and the error view for all other paths. */
export default [
  index('routes/home.tsx'),
  route('categories', 'routes/categories.tsx'),
  route('product-details/:productId', 'routes/product-details.tsx'),
  route('about-us', 'routes/about-us.tsx'),
  route('contact-us', 'routes/contact-us.tsx'),
  route('register', 'routes/register.tsx'),
  route('login', 'routes/login.tsx'),
  route('verify', 'routes/verify.tsx'),
  route('cart-details', 'routes/cart-details.tsx'),
  route('cart-checkout-form', 'routes/cart-checkout-form.tsx'),
  route('sucess-order', 'routes/sucess-order.tsx'),
  route('sucess-return', 'routes/sucess-return.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('my-orders', 'routes/my-orders.tsx'),
  route('wishlist', 'routes/wishlist.tsx'),
  route('wishlist/:token', 'routes/shared-wishlist.tsx'),
  route('saved-address', 'routes/saved-address.tsx'),
  route('privacy-policy', 'routes/privacy-policy.tsx'),
  route('nearby-store', 'routes/nearby-store.tsx'),
  route('logout', 'routes/logout.tsx'),
  route('pay/:token', 'routes/pay.tsx'),
  route('policies/:policy', 'routes/policies.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
