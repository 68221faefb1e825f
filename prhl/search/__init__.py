"""The search for attacks: related inputs and parameters on which a claim is broken."""
