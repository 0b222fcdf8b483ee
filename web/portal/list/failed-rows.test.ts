import { expect, it } from 'vitest'
import { describeFailures } from './failed-rows.ts'

const rows = (...names: string[]) => names.map((name) => ({ name }))
const refused = (reason: string, ...names: string[]) => rows(...names).map((row) => ({ row, reason }))

it('says how many it was done to', () => {
  expect(describeFailures({ done: rows('Logo', 'Menu'), refused: [] }, 'project')).toBe('2 projects')
  expect(describeFailures({ done: rows('Vera', 'Otto'), refused: [] }, 'enquiry')).toBe('2 enquiries')
})

it('names those that it was not done to, with the reason of each', () => {
  const outcome = {
    done: rows('Logo'),
    refused: [...refused('It is gone.', 'Menu', 'Door'), ...refused('Too late.', 'Sign')],
  }
  expect(describeFailures(outcome, 'project')).toBe('1 of 4 projects. Not Menu, Door: It is gone. Not Sign: Too late.')
})

it('names three of many', () => {
  const outcome = { done: rows('One'), refused: refused('It is gone.', 'A', 'B', 'C', 'D', 'E') }
  expect(describeFailures(outcome, 'client')).toBe('1 of 6 clients. Not A, B, C and 2 others: It is gone.')
})
