import '../site/site-elements.ts'
import { startPage } from '../site/start-page.ts'
import { openDoor } from './door.ts'

// The whole script of /auth. scripts/finish-build.ts bundles it and puts it into the page.
startPage()
openDoor(document)
