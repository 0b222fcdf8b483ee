import { useEffect, useId, useState } from 'react'
import type { UserProfile } from '../../lib/row-types.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import {
  areNotificationsSupported,
  askForBrowserNotices,
  endBrowserNotices,
  wantsBrowserNotices,
} from '../notices/browser-notices.ts'
import { useWrite } from '../writes/use-write.ts'
import { setNoticeMail } from './profile-mutations.ts'

/** How a person is notified about the bell's notices while they are not looking. */
export function NotificationsCard({ profile }: { profile: Pick<UserProfile, 'id' | 'wants_digest'> }) {
  const [setMail, isBusy] = useWrite(setNoticeMail(profile.id))
  return (
    <Card>
      <CardHeader>
        <CardTitle>Notifications</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-5">
        <p className="text-ink-soft text-sm">
          The bell lists projects you are given, answers of clients, enquiries, and where colleagues mention you by @
          and your name.
        </p>
        <Choice
          label="Email Me What I Haven’t Read"
          hint="At most once a day, only when there is something new."
          isOn={profile.wants_digest}
          isBusy={isBusy}
          onChange={(isOn) => void setMail(isOn)}
        />
        {areNotificationsSupported() ? <DeviceChoice /> : isAppleTouchDevice() && <HomeScreenHint />}
      </CardContent>
    </Card>
  )
}

const deviceHints = {
  off: 'As a notification, also while the portal is closed.',
  busy: 'Turning it on…',
  push: 'As a notification, also while the portal is closed. It ends when you sign out.',
  page: 'As a notification, while the portal is open in the background. This browser shows nothing while it is closed.',
  refused: 'This browser blocks it. You can allow it in the browser’s settings for this website.',
}

function DeviceChoice() {
  const [state, setState] = useState<keyof typeof deviceHints>(wantsBrowserNotices() ? 'page' : 'off')
  useEffect(() => {
    if (!wantsBrowserNotices()) return
    push()
      .then(({ hasPush }) => hasPush())
      .then((isPushed) => setState(isPushed ? 'push' : 'page'), reportFailure)
  }, [])
  async function change(wanted: boolean) {
    if (!wanted) {
      endBrowserNotices()
      setState('off')
      await push()
        .then(({ turnOffPush }) => turnOffPush())
        .catch(reportFailure)
    } else if (await askForBrowserNotices()) {
      setState('busy')
      const isPushed = await push()
        .then(({ turnOnPush }) => turnOnPush())
        .catch(reportFailure)
      setState(isPushed ? 'push' : 'page')
    } else setState('refused')
  }
  return (
    <Choice
      label="Show It on This Device"
      hint={deviceHints[state]}
      isOn={state === 'push' || state === 'page' || state === 'busy'}
      isBusy={state === 'busy'}
      onChange={(wanted) => void change(wanted)}
    />
  )
}

/** Few people turn it on, so the code is loaded then. */
const push = () => import('../notices/push.ts')

const reportFailure = (error: unknown) => console.info('Notices could not be shown while the portal is closed:', error)

/** Whether this is an iPhone or iPad, which allow notifications only to apps on the home screen. */
const isAppleTouchDevice = () => /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1

const HomeScreenHint = () => (
  <p className="text-ink-soft text-sm">
    An iPhone or iPad shows notifications once the portal is on the home screen: Share, then Add to Home Screen.
  </p>
)

type ChoiceProps = { label: string; hint: string; isOn: boolean; isBusy?: boolean; onChange: (isOn: boolean) => void }

function Choice({ label, hint, isOn, isBusy = false, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Switch id={id} checked={isOn} disabled={isBusy} onCheckedChange={onChange} aria-describedby={`${id}-hint`} />
      <div className="grid gap-0.5 text-sm">
        <label htmlFor={id} className="cursor-pointer font-medium leading-6">
          {label}
        </label>
        <p id={`${id}-hint`} role="status" className="text-ink-soft">
          {hint}
        </p>
      </div>
    </div>
  )
}
