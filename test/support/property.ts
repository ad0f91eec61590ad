/** fast-check with the same inputs in every run, so that a test that passed here passes everywhere. */
import fc from 'fast-check';

/** `RENTAL_TEST_SEED` is another number every night: .ci/nightly. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['RENTAL_TEST_SEED'] ?? 11) });

export default fc;
