import type { MailLinkType } from '../auth-redirect/expired-link-texts.ts'
import { Alert } from '../ui/alert.tsx'
import { AuthForm } from './auth-form.tsx'
import { mayEndWithoutSignIn } from './mail-link.ts'
import { mailLinks } from './mail-link-texts.ts'
import { PanelLink } from './panel-link.tsx'

/**
 * The one button of a mail link. Without a script the form is posted to the page's address, which contains the link,
 * and the server answers (server/mail-link-pages.ts).
 */
export const MailLinkForm = ({ type }: { type: MailLinkType }) => (
  <mail-link-form
    className="grid gap-5"
    busy-action={mailLinks[type].busyAction}
    failure-title={mailLinks[type].failure}
  >
    <AuthForm id={type} fields={[]} action={mailLinks[type].action} worksWithoutScript />
    {mayEndWithoutSignIn(type) && (
      <div hidden data-part="done" tabIndex={-1} className="grid gap-5 outline-none [[hidden]]:hidden">
        <Alert tone="info">
          <span data-part="done-text" />
        </Alert>
        <div hidden data-part="password-lost" className="grid gap-2 [[hidden]]:hidden">
          <p>The password has been changed since, so it no longer works.</p>
          <PanelLink opens="forgot-password">Choose a new password</PanelLink>
        </div>
        <PanelLink opens="sign-in">Sign in</PanelLink>
      </div>
    )}
  </mail-link-form>
)
