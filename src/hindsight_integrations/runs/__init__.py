"""What the faces of LangChain and LangGraph read of a run: whose it is, what was said, what failed; it knows neither face."""
