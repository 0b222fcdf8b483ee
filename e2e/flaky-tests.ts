import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase } from '@playwright/test/reporter'

/** Writes tests that failed and then passed to the file of FLAKY_TESTS; the list reporter names them too. */
export default class FlakyTests implements Reporter {
  onTestEnd(test: TestCase) {
    const { FLAKY_TESTS } = process.env
    if (!FLAKY_TESTS || test.outcome() !== 'flaky') return
    const why = stripVTControlCharacters(test.results.at(0)?.error?.message ?? '')
    appendFileSync(FLAKY_TESTS, `browser: ${test.titlePath().filter(Boolean).join(' › ')}: ${why.split('\n').at(0)}\n`)
  }
}
