import fc from "fast-check";

// Every run checks the same cases, so that a failure is a fact and not luck. FC_SEED=... looks at others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) });
