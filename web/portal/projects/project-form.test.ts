import { describe, expect, it } from 'vitest'
import { newProject, projectForm, type TypedProject } from './project-form.ts'

const client = { id: 'c1', name: 'Harbor Bakery', company_name: null, agency_id: 'a1', agencies: null }
const typed: TypedProject = { ...newProject, name: 'Website', client, project_type: 'web_development' }

const problemsOf = (change: Partial<TypedProject>) =>
  projectForm.safeParse({ ...typed, ...change }).error?.issues.map(({ path, message }) => `${path}: ${message}`)

it('is in planning with a medium priority unless told otherwise, and keeps what is empty as null', () => {
  expect(projectForm.parse({ ...typed, name: '  Website ' })).toEqual({
    name: 'Website',
    client,
    project_type: 'web_development',
    status: 'planning',
    priority: 'medium',
    description: null,
    requirements: null,
    budget: null,
    assigned_to: null,
    seen: '',
    start_date: null,
    target_completion_date: null,
    actual_completion_date: null,
  })
})

it('needs a name, a client and a type, and says so of all at once', () => {
  expect(problemsOf({ name: ' ', client: null, project_type: '' })).toEqual([
    'name: Enter a name.',
    'client: Choose a client.',
    'project_type: Choose a type.',
  ])
})

describe('[projects.md#adding] a budget', () => {
  it.each([
    ['0', 0],
    ['1250.5', 1250.5],
    [' 99.99 ', 99.99],
    ['9999999999.99', 9_999_999_999.99],
    ['', null],
    ['1,250', 1250],
    ['1.250,00', 1250],
    ['12,50', 12.5],
    ['$1,250.00', 1250],
    ["CHF 1'250.–", 1250],
    ['1.2k', 1200],
  ])('of %j is %j', (written, budget) => {
    expect(projectForm.parse({ ...typed, budget: written }).budget).toBe(budget)
  })

  it.each([
    ['unreadable', 'Enter an amount in dollars, like 1250.50.'],
    ['TBD', 'Enter an amount in dollars, like 1250.50.'],
    ['1.250', '“1.250” can be read in two ways. Write 1250 or 1.25.'],
    ['(1,250)', 'A budget cannot be negative.'],
    ['-0.01', 'A budget cannot be negative.'],
    ['0.001', 'At most two decimals, like 1250.50.'],
    ['10000000000', 'At most $9,999,999,999.99.'],
    ['Infinity', 'Enter an amount in dollars, like 1250.50.'],
  ])('is not %j', (budget, problem) => {
    expect(problemsOf({ budget })).toEqual([`budget: ${problem}`])
  })
})

describe('dates', () => {
  it('may be the same day', () => {
    expect(problemsOf({ start_date: '2026-03-01', target_completion_date: '2026-03-01' })).toBeUndefined()
  })

  it('come in their order', () => {
    const dates = {
      start_date: '2026-03-02',
      target_completion_date: '2026-03-01',
      actual_completion_date: '2026-02-01',
    }
    expect(problemsOf(dates)).toEqual([
      'target_completion_date: The target date is before the start date.',
      'actual_completion_date: The completion date is before the start date.',
    ])
  })

  it.each(['unreadable', '012026-03-01'])('are not %j', (start_date) => {
    expect(problemsOf({ start_date })).toEqual(['start_date: Enter a whole date, with a year of four digits.'])
  })
})
