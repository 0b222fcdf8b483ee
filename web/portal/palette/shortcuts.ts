type Shortcut = { keys: readonly string[]; does: string }

/** Keyboard shortcuts that always work. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['Ctrl', 'K'], does: 'Go to anything' },
  { keys: ['Ctrl', 'B'], does: 'Sidebar' },
  { keys: ['Ctrl', 'Enter'], does: 'Save a note, create an update' },
  { keys: ['?'], does: 'These shortcuts' },
]

/** The shortcuts of a single key, which work once they are switched on, and while the person is not typing. */
export const singleKeys: readonly Shortcut[] = [
  { keys: ['/'], does: 'Search the list' },
  { keys: ['n'], does: 'Add to the list' },
  { keys: ['j'], does: 'Next row; Enter opens it' },
  { keys: ['k'], does: 'Row before' },
  { keys: ['x'], does: 'Select the row; with Shift, all from the last one' },
  { keys: ['a'], does: 'Actions for the selected rows' },
  { keys: ['g', 'd'], does: 'Dashboard' },
  { keys: ['g', 'e'], does: 'Enquiries' },
  { keys: ['g', 'c'], does: 'Clients' },
  { keys: ['g', 'p'], does: 'Projects' },
  { keys: ['g', 'm'], does: 'Messages' },
  { keys: ['g', 'u'], does: 'User Management' },
  { keys: ['g', 'v'], does: 'Password Vault' },
]

/** The screens that `g` and a letter lead to, by path. */
export const goTo: Readonly<Record<string, string>> = {
  d: '/dashboard',
  e: '/dashboard/enquiries',
  c: '/dashboard/clients',
  p: '/dashboard/projects',
  m: '/dashboard/messages',
  u: '/dashboard/users',
  v: '/dashboard/vault',
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Ctrl+K or Cmd+K without further modifiers opens the palette. */
export const opensPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

const typedInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=combobox]'
const open = '[role=dialog], [role=alertdialog]'

/**
 * Whether a key event is a shortcut for the page: a key without modifiers, pressed while no text field or dialog has
 * the focus. Keys that a screen reader uses itself never arrive here.
 */
export const isForThePage = ({ ctrlKey, metaKey, altKey, target, isComposing, defaultPrevented }: KeyboardEvent) =>
  !(ctrlKey || metaKey || altKey || isComposing || defaultPrevented) &&
  !(target instanceof Element && target.closest(typedInto)) &&
  document.querySelector(open) === null

const SINGLE_KEYS = 'single-key-shortcuts'

/**
 * Whether shortcuts of a single letter are on. They are off by default, since speech input would trigger them by
 * accident.
 */
export const areSingleKeysOn = () => localStorage.getItem(SINGLE_KEYS) === 'on'
export const setSingleKeys = (isOn: boolean) => localStorage.setItem(SINGLE_KEYS, isOn ? 'on' : 'off')

/** Whether `?` lists the shortcuts. Switching single keys off ends that too (WCAG 2.1.4); the palette still leads there. */
export const doesHelpAnswer = () => localStorage.getItem(SINGLE_KEYS) !== 'off'
