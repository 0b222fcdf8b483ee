import { leaveToast } from '../ui/toast-left-behind.ts'
import { bringFormToLife } from './auth-form-behaviour.ts'
import type { PanelBehaviour } from './door.ts'
import { keeper } from './door-session.ts'

export const choosePassword: PanelBehaviour = (panel, { fail, attempt }, signal) => {
  const address = panel.querySelector('[data-address]')
  const nameThem = () => {
    const session = keeper.current()
    if (address && session.status === 'signed-in') address.textContent = session.user.email
  }
  signal.addEventListener('abort', keeper.subscribe(nameThem))

  bringFormToLife(
    panel,
    async (value) => {
      const password = value('password')
      if (password !== value('confirmation')) {
        fail('Passwords do not match. Please make sure both password fields match.')
        return 'staying'
      }
      const isSet = await attempt('Password not updated', (auth) => auth.updateUser({ password }))
      if (!isSet) return 'staying'
      leaveToast({ title: 'Password updated', description: 'You are signed in with your new password.' })
      keeper.finishRecovery()
      return 'leaving'
    },
    signal,
  )
}
