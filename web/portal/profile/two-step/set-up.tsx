import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { useWrite } from '../../writes/use-write.ts'
import { type FinishedSetUp, finishTwoStep, type NewApp } from './two-step.ts'

type SetUpProps = {
  app: NewApp
  /** True if the new authenticator app replaces the former one. */
  isNewPhone?: boolean
  onFinish: (finished: FinishedSetUp) => void
  onCancel: () => void
}

/**
 * The set-up of an authenticator app. Nothing changes until one of its codes was typed, so that an app with a wrong
 * set-up locks nobody out.
 */
export function SetUp({ app, isNewPhone = false, onFinish, onCancel }: SetUpProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [finish, isBusy] = useWrite(finishTwoStep(isNewPhone), {
    onSuccess: onFinish,
    onError: () => setProblem('The app shows a new code by now, or there is a typo.'),
  })

  function turnOn() {
    const digits = code.replaceAll(/\s/g, '')
    if (/^\d{6}$/.test(digits)) void finish({ factorId: app.id, code: digits })
    else setProblem('Enter the six digits the app shows.')
  }

  return (
    <form
      noValidate
      aria-label="Set Up Two-Step Sign-In"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        turnOn()
      }}
    >
      <ol className="grid list-decimal gap-5 pl-5 marker:text-ink-soft">
        <li>
          Scan this with an authenticator app, or enter the key in it.
          <KeyOf app={app} />
        </li>
        <li>
          <CodeField
            problem={problem}
            value={code}
            onChange={(typed) => {
              setCode(typed)
              setProblem(undefined)
            }}
          />
        </li>
      </ol>
      <p className="text-ink-soft text-sm">
        {isNewPhone ? 'The app on your old phone then no longer opens your account.' : whatFollows(app)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isBusy}>
          {isNewPhone ? (isBusy ? 'Changing...' : 'Change Phone') : isBusy ? 'Turning On...' : 'Turn On'}
        </Button>
        <Button type="button" variant="outline" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const whatFollows = ({ bringsCodes }: NewApp) =>
  bringsCodes
    ? 'Next, you get recovery codes to save. If you lose both the app and the codes, only the person who runs this server can let you back in.'
    : 'If you lose the app, only the person who runs this server can let you back in.'

const KeyOf = ({ app }: { app: NewApp }) => (
  <div className="mt-3 flex flex-wrap items-center gap-4">
    {/* White around it in every theme: scanners need the quiet zone. */}
    <img src={app.qrCode} alt="QR code for your authenticator app" className="size-44 rounded-md bg-white" />
    <code className="max-w-48 break-all text-sm">{app.secret}</code>
  </div>
)

type CodeFieldProps = { problem: string | undefined; value: string; onChange: (typed: string) => void }

const CodeField = ({ problem, value, onChange }: CodeFieldProps) => (
  <Field label="Code from the app" error={problem}>
    {(control) => (
      <Input
        {...control}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        className="max-w-40 text-center tabular-nums tracking-[0.2em]"
      />
    )}
  </Field>
)
