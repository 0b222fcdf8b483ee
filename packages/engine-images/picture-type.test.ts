import { expect, it } from 'vitest'
import { isDrawing } from './picture-type.ts'

it.each([
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<svg>',
  '\ufeff<?xml version="1.0"?>\n<!-- Made by hand -->\n<svg\nwidth="9">',
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg >',
  '<!DOCTYPE svg [ <!ENTITY a "http://a.test/"> <!ENTITY b "b"> ]> <svg/>',
])('%j is a drawing', (text) => {
  expect(isDrawing(text)).toBe(true)
})

it.each([
  '',
  'svg',
  '<svgx>',
  '<p><svg></p>',
  '<!-- <svg> ',
  '<html><svg/></html>',
  ' '.repeat(4096),
  '<!---->'.repeat(500),
])('%j is not', (text) => {
  expect(isDrawing(text)).toBe(false)
})
