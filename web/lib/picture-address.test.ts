import { expect, it } from 'vitest'
import { pictureAddress } from './picture-address.ts'

const path = '/storage/v1/object/public/website-pictures/0f8fad5b-d9cb-469f-a165-70867728950e.webp'

it.each([
  [`http://localhost:3000${path}`, `https://florist.test${path}`],
  ['https://img.test/maria.jpg', 'https://img.test/maria.jpg'],
  ['img.test/maria.jpg', 'https://img.test/maria.jpg'],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('%s is at %s', (address, found) => {
  expect(pictureAddress(address, 'https://florist.test')).toBe(found)
})
