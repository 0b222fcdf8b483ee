import '../site/site-elements.ts'
import './auth-elements.ts'
import { startPageBehaviours } from '../site/page-behaviours.ts'

// The whole script of /auth. scripts/finish-build.ts bundles it into the page.
startPageBehaviours()
