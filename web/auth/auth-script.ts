import '../site/site-elements.ts'
import './auth-elements.ts'
import { startPage } from '../site/start-page.ts'

// The whole script of /auth. scripts/finish-build.ts bundles it into the page.
startPage()
