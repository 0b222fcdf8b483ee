// The custom elements of /auth; each registers itself when imported. The auth-area comes last, because it calls the
// others.
import './ask-for-mail-element.ts'
import './auth-panel-element.ts'
import './auth-providers-element.ts'
import './mail-link-element.ts'
import './new-password-form-element.ts'
import './session-email-element.ts'
import './sign-in-form-element.ts'
import './sign-up-form-element.ts'
import './two-step-form-element.ts'
import './auth-area-element.ts'
