import { expect, test } from 'vitest'
import { possibleOwners } from './picture-names.ts'

test.each([
  ['KL-RED-M_2.jpg', ['KL-RED-M-2', 'KL-RED-M', 'KL-RED', 'KL']],
  ['kl kurta.front.JPG', ['KL-KURTA-FRONT', 'KL-KURTA', 'KL']],
  ['photos/kl/1.jpg', ['PHOTOS-KL-1', 'PHOTOS-KL', 'PHOTOS', 'KL-1', 'KL', '1']],
  ['नमूना.jpg', []],
])('%s may be named after %j', (path, owners) => {
  expect(possibleOwners(path)).toEqual(owners)
})
