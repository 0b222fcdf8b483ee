import { expect, it } from 'vitest'
import { followDocumentation } from './follow-documentation.ts'

/** The parts of the trial that run in CI; `node trials/hosted.ts` runs all. */
const quick = ['exposed', 'edge functions', 'sign-in', 'audit trail', 'chat']

it('leads whoever follows it to a working agency', async () => {
  const seen: string[] = []
  for await (const words of followDocumentation({ host: 'Netlify', buildsAnew: false, parts: quick })) seen.push(words)
  expect(seen).toContainEqual(expect.stringMatching(/^doctor isolation: \d+ things tried, all as expected$/))
})
