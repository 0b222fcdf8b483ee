import type { ReactNode } from 'react'
import { linkTypes } from '../auth-redirect/expired-link-texts.ts'
import { Alert } from '../ui/alert.tsx'
import { tabClasses, tabListClasses } from '../ui/tabs.tsx'
import { ForgotPasswordForm, SignInLinkForm } from './ask-for-mail-form.tsx'
import { MailLinkForm } from './mail-link-form.tsx'
import { mailLinks } from './mail-link-texts.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import type { PanelName } from './panel-name.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { RecoveryCodeForm, TwoStepForm } from './two-step-form.tsx'

const tabs = [
  { panel: 'sign-in', label: 'Sign In', Form: SignInForm },
  { panel: 'sign-up', label: 'Sign Up', Form: SignUpForm },
] as const

/** All panels of /auth as HTML. One is visible at a time; <auth-area> switches between them. */
export function AuthPanels() {
  return (
    <>
      <PanelTabs />
      <noscript>
        <Alert tone="info">Signing in needs JavaScript. Please turn it on and reload this page.</Alert>
      </noscript>
      <div data-part="failure" hidden>
        <Alert tone="danger">
          <span data-part="failure-text" />
        </Alert>
      </div>
      {tabs.map(({ panel, Form }, at) => (
        <auth-panel
          key={panel}
          name={panel}
          className="block"
          id={`${panel}-panel`}
          role="tabpanel"
          aria-labelledby={`${panel}-tab`}
          // The panel can be focused, so that Tab leads from the tab to its content.
          tabIndex={0}
          hidden={at > 0}
        >
          <Form />
        </auth-panel>
      ))}
      <WaysIn />
      <NextSteps />
      {linkTypes.map((type) => (
        <OtherPanel key={type} name={type} title={mailLinks[type].title} text={mailLinks[type].text}>
          <MailLinkForm type={type} />
        </OtherPanel>
      ))}
    </>
  )
}

const PanelTabs = () => (
  <div role="tablist" aria-label="Sign in or sign up" className={tabListClasses}>
    {tabs.map(({ panel, label }, at) => (
      <button
        key={panel}
        id={`${panel}-tab`}
        type="button"
        role="tab"
        aria-selected={at === 0}
        aria-controls={`${panel}-panel`}
        tabIndex={at === 0 ? 0 : -1}
        disabled
        className={tabClasses}
        value={panel}
      >
        {label}
      </button>
    ))}
  </div>
)

/** Panels for people who cannot sign in by password: a mailed link, a forgotten password. */
const WaysIn = () => (
  <>
    <OtherPanel name="forgot-password" title="Reset your password" text="We will email you a link to choose a new one.">
      <ForgotPasswordForm />
    </OtherPanel>
    <OtherPanel
      name="sign-in-link"
      title="Sign in without a password"
      text="We will email you a link that signs you in once."
    >
      <SignInLinkForm />
    </OtherPanel>
  </>
)

/** Panels of further steps after a sign-in. */
const NextSteps = () => (
  <>
    <OtherPanel
      name="new-password"
      title="Choose a new password"
      text={
        <>
          For <session-email />.
        </>
      }
      comesByItself
    >
      <NewPasswordForm />
    </OtherPanel>
    <OtherPanel
      name="two-step"
      title="One more step"
      text="Open your authenticator app and enter the six digits it shows."
      comesByItself
    >
      <TwoStepForm />
    </OtherPanel>
    <OtherPanel
      name="recovery-code"
      title="Use a recovery code"
      text="Enter one of the codes you saved. Each works once."
      comesByItself
    >
      <RecoveryCodeForm />
    </OtherPanel>
  </>
)

type OtherPanelProps = {
  name: PanelName
  title: string
  text: ReactNode
  /** True for a panel that opens without a click, as the next step; it focuses its field. */
  comesByItself?: boolean
  children: ReactNode
}

/** A panel that replaces the tabs. Its heading describes the focused field for screen readers. */
function OtherPanel({ name, title, text, comesByItself, children }: OtherPanelProps) {
  return (
    <auth-panel
      name={name}
      className="block"
      role="region"
      aria-labelledby={`${name}-title`}
      tabIndex={-1}
      hidden
      comes-by-itself={comesByItself}
    >
      <div className="grid gap-5">
        <div className="grid gap-1">
          <h2 id={`${name}-title`} className="font-semibold text-lg">
            {title}
          </h2>
          <p className="text-ink-soft">{text}</p>
        </div>
        {children}
      </div>
    </auth-panel>
  )
}
