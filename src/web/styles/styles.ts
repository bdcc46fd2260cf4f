/**
 * The style sheets of every page. Mantine's `layer` editions, which a feature imports for its further components, lie in
 * `@layer mantine`: our own sheets win wherever they are loaded from, so lazy chunks cannot change the look of a page
 * that is already there.
 */
import './reset.css'
import './mantine-base.css'
import './tokens.css'
import './scheme.css'
import './base.css'
