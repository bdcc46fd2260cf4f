/**
 * Mantine's style sheets that every page needs, in Mantine's order (what others build on comes first). The `layer`
 * editions lie in `@layer mantine`: our own sheets win wherever they are loaded from, so lazy chunks cannot change the
 * look of a page that is already there. A feature imports the sheets of its further components itself.
 */
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import './base.css'
