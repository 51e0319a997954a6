/** The last CLI that `go install` accepts (later ones have a `replace` in their go.mod). It holds server 1.29.1. */
export const cliVersion = 'v1.5.1';
export const cliPackage = 'github.com/temporalio/cli/cmd/temporal';
