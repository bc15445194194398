import { expect, test } from 'bun:test'
import { parseFontSize, parseLineHeight } from './style-values.ts'

test('accepts font sizes of 8 to 36 px and line heights of 1 to 3', () => {
  expect(['8px', '36px', '14.5px'].map(parseFontSize)).toEqual(['8', '36', '14.5'])
  expect(['7px', '37px', '1em', ''].map(parseFontSize)).toEqual([null, null, null, null])
  expect(['1', '2.0', '3'].map(parseLineHeight)).toEqual(['1', '2', '3'])
  expect(['0.9', '3.1', '150%', 'normal'].map(parseLineHeight)).toEqual([null, null, null, null])
})
