import Foundation

/// Begins an interval of the launch, which the report lists under this name.
public func begin(_ name: String) {
    send("begin:", name)
}

/// Ends the newest interval with this name.
public func end(_ name: String) {
    send("end:", name)
}

/// Sends a message to the agent's class. In an app without the agent, the class does not exist, and the message is not sent.
private func send(_ message: String, _ name: String) {
    guard let agent = NSClassFromString("LaunchgateAgent") as? NSObject.Type else { return }
    _ = agent.perform(NSSelectorFromString(message), with: name as NSString)
}
