import { switchTabs } from '../ui/tabs-behaviour.ts'
import { toast } from '../ui/toast.ts'
import { askForReset, askForSignInLink } from './ask-for-mail-behaviour.ts'
import { type AuthRequest, failureOf, keeper } from './door-session.ts'
import { fetchPortalAhead } from './fetch-portal-ahead.ts'
import { choosePassword } from './new-password-behaviour.ts'
import { showOneOf } from './panels.ts'
import { offerProviders } from './providers-behaviour.ts'
import { signIn } from './sign-in-behaviour.ts'
import { signUp } from './sign-up-behaviour.ts'
import { typeCode, typeRecoveryCode } from './two-step-behaviour.ts'

/** What the panels of /auth have in common. */
export type Door = {
  /** Says above the forms what went wrong, until something else is tried or opened. */
  fail: (message: string | undefined) => void
  /** Asks the backend and returns whether it did it. If not, it is said above the forms and in a toast of this title. */
  attempt: (failureTitle: string, request: AuthRequest) => Promise<boolean>
}

/** Gives a panel what HTML alone cannot. Its listeners live until the signal is aborted. */
export type PanelBehaviour = (panel: HTMLElement, door: Door, signal: AbortSignal) => void

const behaviours: Record<string, PanelBehaviour> = {
  'sign-in': signIn,
  'sign-up': signUp,
  'forgot-password': askForReset,
  'sign-in-link': askForSignInLink,
  'new-password': choosePassword,
  'two-step': typeCode,
  'recovery-code': typeRecoveryCode,
}

/** The panels for who owes a code; the first is what they are asked for. */
const secondSteps = ['two-step', 'recovery-code']

/** Brings /auth to life: the session, the tabs and the panels. Returns how to stop it. */
export function openDoor(page: Document): () => void {
  const life = new AbortController()
  const { signal } = life
  const tabs = page.querySelector<HTMLElement>('[data-auth-tabs]')
  const sayFailure = failureLine(page)
  let opened = 'sign-in'
  let failure: string | undefined

  const door: Door = {
    fail(message) {
      failure = message
      draw()
    },
    async attempt(failureTitle, request) {
      door.fail(undefined)
      const reason = await failureOf(request)
      if (reason === undefined) return true
      door.fail(reason)
      toast.error({ title: failureTitle, description: reason })
      return false
    },
  }

  const open = ({ dataset }: HTMLElement) => {
    opened = dataset.opens ?? opened
    door.fail(undefined)
  }

  for (const panel of page.querySelectorAll<HTMLElement>('[data-panel]')) {
    behaviours[panel.dataset.panel ?? '']?.(panel, door, signal)
    for (const opener of panel.querySelectorAll<HTMLElement>('[data-opens]')) {
      opener.addEventListener('click', () => open(opener), { signal })
    }
  }
  if (tabs) switchTabs(tabs, open, signal)
  fetchPortalAhead(page, signal)
  for (const button of page.querySelectorAll<HTMLButtonElement>('[role=tab], [data-panel] button')) {
    button.disabled = false
  }
  const showProviders = offerProviders(page, door, signal)
  const show = showOneOf(page.querySelectorAll<HTMLElement>('[data-panel]'), signal)

  function draw() {
    const session = keeper.current()
    const isIn = session.status === 'signed-in'
    if (isIn && !session.isRecovering && !session.owesCode) return enterPortal()
    const owesCode = isIn && session.owesCode
    if (secondSteps.includes(opened) !== owesCode) opened = owesCode ? 'two-step' : 'sign-in'
    const shown = isIn && !owesCode ? 'new-password' : opened
    const isTab = tabs?.querySelector(`[data-opens=${shown}]`) != null
    if (tabs) tabs.hidden = !isTab
    showProviders(isTab)
    show(shown)
    sayFailure(failure ?? (session.status === 'signed-out' ? session.notice : undefined))
  }

  signal.addEventListener('abort', keeper.subscribe(draw))
  draw()
  return () => life.abort()
}

let isEntering = false

/**
 * A signed-in person is sent on to the dashboard, except one who came to choose a new password
 * (docs/specification/sign-in.md#page).
 */
function enterPortal() {
  if (isEntering) return
  isEntering = true
  window.location.replace('/dashboard')
}

/** The text follows the box, so that it is read out as something new. */
function failureLine(page: Document) {
  const box = page.querySelector<HTMLElement>('[data-failure]')
  const text = page.querySelector('[data-failure-text]')
  return (message: string | undefined) => {
    if (!box || !text || message === text.textContent) return
    box.hidden = message === undefined
    text.textContent = message ?? ''
  }
}
