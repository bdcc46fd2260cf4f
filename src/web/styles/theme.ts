import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Shade 8 carries white text at 7:1, which is why it is the primary shade in both schemes. */
const teal: MantineColorsTuple = [
  '#e6f6f5',
  '#d0ebea',
  '#a2d7d4',
  '#71c2be',
  '#4aafaa',
  '#329f9a',
  '#1f8b87',
  '#147673',
  '#0b605f',
  '#054a4b',
]

/** Mantine's red, darker from shade 6 on: white on a danger button and red words on white both read at 4.5:1. */
const red: MantineColorsTuple = [
  '#fdeceb',
  '#fbd7d5',
  '#f5aeaa',
  '#ef837d',
  '#e95f57',
  '#de463d',
  '#c9352c',
  '#bd2c24',
  '#b3261e',
  '#8f1d17',
]

export const theme = createTheme({
  colors: { acarreo: teal, red },
  primaryColor: 'acarreo',
  primaryShade: 8,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  components: {
    // 44 px and 16 px type: a thumb hits it, and iOS does not zoom into a field.
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 150, transition: 'fade' },
        closeButtonProps: { 'aria-label': 'Cerrar', size: 44 },
      },
    },
  },
})
