"""Programs that run: inputs read and checked, draws by exact samplers, and what came out beside what was to come."""
