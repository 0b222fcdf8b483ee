import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule } from 'vitest/node'

/** Reports tests that failed and then passed, with the reason: on the console, and in the file of FLAKY_TESTS. */
export class FlakyTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const { FLAKY_TESTS } = process.env
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (!test.diagnostic()?.flaky) continue
        const name = `${module.project.name}: ${module.relativeModuleId} › ${test.fullName}`
        const why = (test.result().errors ?? []).map(({ stack, message }) => stripVTControlCharacters(stack ?? message))
        console.warn(['Flaky:', name, ...why].join('\n'))
        if (FLAKY_TESTS) appendFileSync(FLAKY_TESTS, `${name}: ${why.at(0)?.split('\n').at(0)}\n`)
      }
    }
  }
}
