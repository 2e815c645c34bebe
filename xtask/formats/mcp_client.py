"""Calls the tools of `gate mcp` with the official client of PyPI: mcp_client.py GATE FOLDER."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(gate: str, folder: str) -> None:
    server = StdioServerParameters(command=gate, args=["mcp", "--folder", folder])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert tools == {"check", "explain", "look", "trend"}, tools
        sides = {"runs": ["head/launches.jsonl"], "base": ["base/launches.jsonl"]}
        answer = await session.call_tool("check", sides)
        brief = json.loads(answer.content[0].text)
        assert brief["format"] == "launchgate.brief/1", brief
        refused = await session.call_tool("check", {"runs": ["/etc/passwd"]})
        assert "outside of the folders" in refused.content[0].text, refused


asyncio.run(main(*sys.argv[1:]))
