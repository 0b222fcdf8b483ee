import { appendFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Tells of tests that failed and then passed: in view, and in the file of FLAKY_TESTS for whoever counts them. */
export class FlakyTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const { FLAKY_TESTS } = process.env
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (!test.diagnostic()?.flaky) continue
        const name = `${module.project.name}: ${module.relativeModuleId} › ${test.fullName}`
        console.warn(`Flaky: ${name}`)
        if (FLAKY_TESTS) appendFileSync(FLAKY_TESTS, `${name}\n`)
      }
    }
  }
}
