import { secondsInWords } from '../two-step-key/seconds-in-words.ts'
import { secondsLeft, twoStepCode } from '../two-step-key/two-step-code.ts'
import { readTwoStepKey, type TwoStepKey } from '../two-step-key/two-step-key.ts'
import { element } from './elements.ts'

/** Reads a decrypted two-step key, or throws the reason why it cannot be used. */
export function keyIn(text: string): TwoStepKey {
  const { key, problem } = readTwoStepKey(text)
  if (!key) throw new Error(problem)
  return key
}

/** The current code and the seconds left. It renews itself while it is on the page. */
export function codeElement(key: TwoStepKey): HTMLElement {
  const shown = element('code')
  async function renew() {
    const code = await twoStepCode(key)
    shown.textContent = `${code.digits} (${secondsInWords(secondsLeft(code))})`
  }
  void renew()
  const timer = setInterval(() => (shown.isConnected ? void renew() : clearInterval(timer)), 1000)
  return shown
}
