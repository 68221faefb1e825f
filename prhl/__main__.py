from prhl.frontends.cli import main

main()
