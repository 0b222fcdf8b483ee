import { bringToLife } from '../site/bring-to-life.ts'
import { openDoor } from './door.ts'

// The whole script of /auth. scripts/finish-build.ts bundles it and puts it into the page.
bringToLife(document)
openDoor(document)
