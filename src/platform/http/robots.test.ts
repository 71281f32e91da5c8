import { expect, test } from 'vitest'
import { isRobot } from './robots.server.ts'

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (Linux; Android 6.0.1) AppleWebKit/537.36 (compatible; GPTBot/1.2)',
  'facebookexternalhit/1.1',
  'WhatsApp/2.23.20.0',
  'Baiduspider+(+http://www.baidu.com/search/spider.htm)',
  'curl/8.5.0',
  '',
  undefined,
])('%s is no shopper', (userAgent) => {
  expect(isRobot(userAgent)).toBe(true)
})

test.each([
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  // A telephone's name.
  'Mozilla/5.0 (Linux; Android 9; CUBOT X18) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36',
])('%s is a shopper', (userAgent) => {
  expect(isRobot(userAgent)).toBe(false)
})
